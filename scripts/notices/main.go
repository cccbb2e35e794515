// Command notices prints the licenses of all code that is in the program, as they have to go along with it: those of Go and
// of every module, on each system that .goreleaser.yaml names. It reads the module cache, and fails if a module has none.
//
//	go run ./scripts/notices > NOTICES.txt
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	all, err := parts(".")
	if err == nil {
		err = write(out, all)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// A part is code of others: a module, or Go itself.
type part struct{ name, dir string }

// write prints the notices of parts.
func write(out io.Writer, all []part) error {
	fmt.Fprint(out, "tablemate has its own license, in LICENSE. The following is part of the program, too, each under the terms below its name.\n")
	for _, p := range all {
		texts, err := licenses(p.dir)
		if err != nil {
			return err
		}
		if len(texts) == 0 {
			return fmt.Errorf("%s has no license in %s", p.name, p.dir)
		}
		fmt.Fprintf(out, "\n%s\n%s\n", strings.Repeat("=", 80), p.name)
		for _, path := range texts {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "\n%s\n", bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
		}
	}
	return nil
}

// targets returns the systems that archives are made for, such as linux_arm_6.
func targets(config string) ([]string, error) {
	raw, err := os.ReadFile(config)
	if err != nil {
		return nil, err
	}
	var c struct{ Builds []struct{ Targets []string } }
	if err := yaml.Unmarshal(raw, &c); err != nil {
		return nil, err
	}
	if len(c.Builds) != 1 || len(c.Builds[0].Targets) == 0 {
		return nil, fmt.Errorf("%s names no targets", config)
	}
	return c.Builds[0].Targets, nil
}

// parts returns Go and every module that is in the program for one of the targets of the tree in root, by name.
func parts(root string) ([]part, error) {
	targets, err := targets(filepath.Join(root, ".goreleaser.yaml"))
	if err != nil {
		return nil, err
	}
	goroot, err := list(root, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	all := []part{{"Go, its standard library and runtime", goroot[0]}}
	const modules = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
	for _, t := range targets {
		system := strings.Split(t, "_")
		lines, err := list(root, []string{"GOOS=" + system[0], "GOARCH=" + system[1], "CGO_ENABLED=0"}, "list", "-deps", "-f", modules, "./cmd/tablemate")
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			name, dir, _ := strings.Cut(line, "\t")
			if p := (part{name, dir}); !slices.Contains(all, p) {
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all[1:], func(a, b part) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// list returns the lines that a command of Go prints.
func list(dir string, env []string, args ...string) ([]string, error) {
	c := exec.Command("go", args...)
	c.Dir, c.Env, c.Stderr = dir, append(os.Environ(), env...), os.Stderr
	out, err := c.Output()
	return slices.DeleteFunc(strings.Split(strings.ReplaceAll(string(out), "\r", ""), "\n"), func(s string) bool { return s == "" }), err
}

// legal matches the files that have to go along with a copy.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright|patents)([-.].*)?$`)

// licenses returns the paths of the legal files of a module.
func licenses(dir string) (paths []string, err error) {
	files, err := os.ReadDir(dir)
	for _, f := range files {
		if legal.MatchString(f.Name()) && filepath.Ext(f.Name()) != ".go" && !f.IsDir() {
			paths = append(paths, filepath.Join(dir, f.Name()))
		}
	}
	return paths, err
}
