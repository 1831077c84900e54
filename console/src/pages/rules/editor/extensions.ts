/** Behaviour of the editor of rules: one wrapped line, the keys of a text field, syntax colours. */
import { autocompletion } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  MatchDecorator,
  placeholder,
  tooltips,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { styleNonce } from '../../../nonce.ts'
import { EDITOR } from '../../../text/rules.ts'
import { completeOperators, type Operator } from './completion.ts'
import { editorTheme } from './theme.ts'

interface Options {
  readonly operators: () => readonly Operator[]
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
}

/** All extensions except attributes, which change with the state of the page. */
export function ruleExtensions({ operators, onChange, onSubmit }: Options): Extension {
  const submit = () => {
    onSubmit()
    return true
  }
  return [
    EditorView.cspNonce.of(styleNonce()),
    // Tooltips are outside the card of the editor, because the card would cut them.
    tooltips({ parent: document.body }),
    EditorView.lineWrapping,
    oneLine,
    history(),
    placeholder(EDITOR.example),
    autocompletion({ override: [completeOperators(operators)], icons: false, maxRenderedOptions: 60 }),
    // An open list of completions handles Enter before this binding. Tab has no binding, so it moves to the
    // next field.
    Prec.low(keymap.of([{ key: 'Enter', run: submit, shift: submit }])),
    keymap.of([...historyKeymap, ...defaultKeymap.filter(({ key }) => key?.endsWith('Enter') !== true)]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
    }),
    colours,
    editorTheme,
  ]
}

/** Pasted line breaks become spaces, so that offsets of problems stay valid. */
const oneLine = EditorState.transactionFilter.of((transaction) => {
  if (transaction.newDoc.lines === 1) return transaction
  const text = transaction.newDoc.toString().replaceAll('\n', ' ')
  const whole = { from: 0, to: transaction.startState.doc.length, insert: text }
  return [
    { changes: whole, selection: { anchor: Math.min(transaction.newSelection.main.head, text.length) } },
  ]
})

const matcher = new MatchDecorator({
  regexp: /"(?:\\.|[^"\\])*"?|(?<![\w:])[a-z_]+:|(?<!\S)OR(?!\S)|(?<![^\s(])-(?=\S)|[()]/g,
  decoration: ([text]) => Decoration.mark({ class: classOf(text) }),
})

function classOf(text: string): string {
  if (text.startsWith('"')) return 'rule-phrase'
  return text.endsWith(':') ? 'rule-operator' : 'rule-sign'
}

const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = matcher.createDeco(view)
    }

    update(update: ViewUpdate): void {
      this.decorations = matcher.updateDeco(update, this.decorations)
    }
  },
  { decorations: ({ decorations }) => decorations },
)
