// Command release builds what is given to people: for each target an archive with the program, its documents, shell
// completions and man pages, and a file of checksums. It publishes nothing. From the same commit and the same Go, archives are
// the same byte for byte.
//
//	go run ./scripts/release [-to FOLDER] [OS/ARCH …]
//
// It runs at the root of the project, and needs only Go and git. Without targets it makes all of them. With some it makes only
// those, and checks that every file exists that the others are built from.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

const program = "tablemate"

// targets lists the systems with an archive. Android means Termux: a program for Linux runs there too, but does not know the
// time zone, nor which system calls Android forbids.
var targets = []string{
	"linux/amd64", "linux/arm64", "linux/arm", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64", "android/arm64",
}

// texts go beside the program, as does the folder docs, so that links and pictures in the READMEs work.
var texts = []string{"README.md", "README.pt-BR.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"}

// shells says where each shell's script goes.
var shells = map[string]string{
	"bash": "completions/tablemate.bash", "zsh": "completions/_tablemate", "fish": "completions/tablemate.fish", "powershell": "completions/tablemate.ps1",
}

func main() {
	log.SetFlags(0)
	to := flag.String("to", "dist", "`folder` to write into; it may not be there yet")
	flag.Parse()
	if err := release(*to, flag.Args()); err != nil {
		log.Fatal("release: ", err)
	}
}

// release makes the archives of the wanted targets, or of all if none is named.
func release(to string, wanted []string) error {
	for _, w := range wanted {
		if !slices.Contains(targets, w) {
			return fmt.Errorf("%s: choose from %s", w, strings.Join(targets, ", "))
		}
	}
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", program)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(tmp) }()
	made, err := committed()
	if err != nil {
		return err
	}
	if err := os.Setenv(epoch, strconv.FormatInt(made.Unix(), 10)); err != nil { // for the man pages
		return err
	}
	version, beside, err := besides(tmp)
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, target := range targets {
		if len(wanted) > 0 && !slices.Contains(wanted, target) {
			if _, err := run(target, "go", "list", "-deps", "./cmd/"+program); err != nil {
				return err
			}
			continue
		}
		name, body, err := archive(tmp, target, version, made, beside)
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(body), name)
		fmt.Printf("%9d  %s\n", len(body), name)
		if err := os.WriteFile(filepath.Join(to, name), body, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(to, "checksums.txt"), sums.Bytes(), 0o644)
}

// archive returns the name and the content of a target's archive.
func archive(tmp, target, version string, made time.Time, beside []file) (name string, body []byte, err error) {
	system, machine, _ := strings.Cut(target, "/")
	if system == "android" {
		system = "termux"
	}
	folder := strings.Join([]string{program, version, system, machine}, "_")
	built := filepath.Join(tmp, folder)
	if _, err := run(target, "go", "build", "-trimpath", "-ldflags=-s -w -buildid=", "-o", built, "./cmd/"+program); err != nil {
		return "", nil, err
	}
	binary, err := os.ReadFile(built)
	if err != nil {
		return "", nil, err
	}
	if system == "windows" {
		body, err = zipped(folder, append([]file{{program + ".exe", binary, true}}, beside...), made)
		return folder + ".zip", body, err
	}
	body, err = tarred(folder, append([]file{{program, binary, true}}, beside...), made)
	return folder + ".tar.gz", body, err
}

// besides returns the files in every archive besides the program, and the version that the program reports.
func besides(tmp string) (version string, all []file, err error) {
	here := filepath.Join(tmp, "here")
	if runtime.GOOS == "windows" {
		here += ".exe"
	}
	if _, err := run("", "go", "build", "-o", here, "./cmd/"+program); err != nil {
		return "", nil, err
	}
	said, err := run("", here, "--version")
	if err != nil {
		return "", nil, err
	}
	words := strings.Fields(string(said))
	if len(words) < 2 {
		return "", nil, fmt.Errorf("--version says %q", said)
	}
	all, err = toRead()
	if err != nil {
		return "", nil, err
	}
	for shell, path := range shells {
		script, err := run("", here, "completion", shell)
		if err != nil {
			return "", nil, err
		}
		all = append(all, file{path, script, false})
	}
	man := filepath.Join(tmp, "man")
	if _, err := run("", here, "man", man); err != nil {
		return "", nil, err
	}
	pages, err := under(man, "man")
	all = append(all, pages...)
	slices.SortFunc(all, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return words[1], all, err
}

// toRead returns the documents that go beside the program.
func toRead() ([]file, error) {
	all, err := under("docs", "docs")
	for _, t := range texts {
		body, unread := os.ReadFile(t)
		all, err = append(all, file{t, body, false}), cmp.Or(err, unread)
	}
	return all, err
}

// under returns the files below a folder, with their paths in the archive.
func under(folder, as string) (all []file, err error) {
	root := os.DirFS(folder)
	err = fs.WalkDir(root, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		body, err := fs.ReadFile(root, path)
		all = append(all, file{as + "/" + path, body, false})
		return err
	})
	return all, err
}

// epoch is the environment variable with the time stamp of all files, in seconds since 1970.
const epoch = "SOURCE_DATE_EPOCH"

// committed returns the time stamp of all files: that of the commit, unless the variable says another.
func committed() (time.Time, error) {
	said := []byte(os.Getenv(epoch))
	if len(said) == 0 {
		var err error
		said, err = run("", "git", "log", "-1", "--format=%ct")
		if err != nil {
			return time.Time{}, err
		}
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(said)), 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

// run runs a command for a target, or for this machine if that is "", and returns its output.
func run(target string, words ...string) ([]byte, error) {
	c := exec.Command(words[0], words[1:]...)
	if system, machine, ok := strings.Cut(target, "/"); ok {
		c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+machine, "GOARM=6")
	}
	out, err := c.Output()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		err = fmt.Errorf("%s %s: %w\n%s", target, strings.Join(words, " "), err, ended.Stderr)
	}
	return out, err
}
