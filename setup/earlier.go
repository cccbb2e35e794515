package setup

import (
	"encoding/json"
	"strings"
)

// AsksEarlier is the ID of the question what is played, of a game whose table may agree on what
// an earlier one agreed on. It is asked in words: the answer is what was typed, or all choices of
// the earlier table, as Chosen writes them.
const AsksEarlier = "setup.what"

// AsksWho is the ID of the question whose answer are the names of the table.
const AsksWho = "cmd.who-plays"

// AsksAgreed is the ID of the question whose answer is all that a table agreed on.
const AsksAgreed = "setup.agreed"

// Chosen returns all that a table agreed on as the text of an answer.
func Chosen(choices map[string]string) string {
	b, _ := json.Marshal(choices) // of texts, which cannot fail
	return string(b)
}

// ReadChosen reads what Chosen wrote; ok is false where it is something that was typed.
func ReadChosen(text string) (choices map[string]string, ok bool) {
	if !strings.HasPrefix(text, "{") {
		return nil, false
	}
	return choices, json.Unmarshal([]byte(text), &choices) == nil
}
