/** Completes operators of rules and their values. Each option has one sentence of help. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  startCompletion,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import type { components } from '../../../api/schema.d.ts'
import { EDITOR } from '../../../text/rules.ts'

export type Operator = components['schemas']['ConsoleRuleOperators']['operators'][number]

/**
 * Patterns for the text before the cursor. VALUE matches an operator and the beginning of its value. TERM
 * matches the beginning of a term.
 */
const VALUE = /(?<![\w:"])([a-z_]+:)(\w*)$/i
const TERM = /(?<![\w:"#@$])[#@$"]?[a-z_]*$/i

/** Creates a completion source. @param operators called at each use, because the operators load after the editor */
export function completeOperators(
  operators: () => readonly Operator[],
): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const before = context.state.sliceDoc(0, context.pos)
    if (isInPhrase(before)) return null
    const available = operators().filter(({ is_available }) => is_available)
    const value = VALUE.exec(before)
    if (value !== null) return valuesOf(available, value[1] ?? '', context.pos - (value[2] ?? '').length)
    const term = TERM.exec(before)?.[0]?.toLowerCase()
    if (term === undefined || (term === '' && !context.explicit)) return null
    // Opens the list only if an operator begins with the typed text. An open list handles the Enter key,
    // which should otherwise save the rule.
    const alike = available.filter(({ text }) => text.startsWith(term))
    if (alike.length === 0) return null
    return { from: context.pos - term.length, options: alike.map(optionOf), filter: false }
  }
}

/** True inside a quoted phrase: the number of quotes before the cursor is odd. */
function isInPhrase(before: string): boolean {
  return (before.replace(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1
}

function valuesOf(operators: readonly Operator[], name: string, from: number): CompletionResult | null {
  const operator = operators.find(({ text }) => text === name.toLowerCase())
  const values = operator?.values.filter(({ is_available }) => is_available) ?? []
  if (values.length === 0) return null
  return {
    from,
    options: values.map(({ text, help }) => ({ label: text, detail: help })),
    validFor: /^\w*$/,
  }
}

function optionOf({ text, help, example, stands_alone, values }: Operator): Completion {
  const info = [EDITOR.exampleOf(example), ...(stands_alone ? [] : [EDITOR.needsOthers])].join(' ')
  const apply = (view: EditorView, _completion: Completion, from: number, to: number) => {
    view.dispatch(insertCompletionText(view.state, text, from, to))
    if (values.length > 0) startCompletion(view)
  }
  return { label: text, detail: help, info, apply }
}
