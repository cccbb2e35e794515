package setup

import (
	"encoding/json"
	"strings"
)

// AsksEarlier is the ID of the question what to play, in a game whose table may adopt what an earlier table agreed on.
// The answer is a text: what was typed, or all choices of the earlier table as Chosen writes them.
const AsksEarlier = "setup.what"

// AsksWho is the ID of the question for the names of the table.
const AsksWho = "cmd.who-plays"

// AsksAgreed is the ID of the question that a table answers with everything it agrees on.
const AsksAgreed = "setup.agreed"

// Chosen returns a table's choices as the text of an answer.
func Chosen(choices map[string]string) string {
	b, _ := json.Marshal(choices) // marshaling texts cannot fail
	return string(b)
}

// ReadChosen reads what Chosen wrote; ok is false for a text that was typed.
func ReadChosen(text string) (choices map[string]string, ok bool) {
	if !strings.HasPrefix(text, "{") {
		return nil, false
	}
	return choices, json.Unmarshal([]byte(text), &choices) == nil
}
