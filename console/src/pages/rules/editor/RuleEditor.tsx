import { startCompletion } from '@codemirror/autocomplete'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { Operator } from './completion.ts'
import { ruleExtensions } from './extensions.ts'

/** A range of the rule, in UTF-16 code units. */
export interface EditorRange {
  readonly start: number
  readonly end: number
}

/** A range that the editor underlines. */
export interface EditorProblem extends EditorRange {
  readonly message: string
}

export interface RuleEditorHandle {
  focus(): void
  /** Selects a range and moves the cursor there. */
  select(start: number, end: number): void
  /** Opens the list of operators. */
  complete(): void
}

export interface RuleEditorProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Called after Enter. */
  readonly onSubmit: () => void
  readonly problems: readonly EditorProblem[]
  readonly operators: readonly Operator[]
  /** Ids of the elements that name and describe the field. */
  readonly labelledBy: string
  readonly describedBy: string
  readonly ref: Ref<RuleEditorHandle>
}

interface Props extends RuleEditorProps {
  /**
   * The selection of the plain field that this editor replaces. Undefined if that field did not have the
   * focus.
   */
  readonly selection: EditorRange | undefined
}

/**
 * The editor of a rule. The editor underlines problems and completes operators. The Tab key moves to the next
 * field.
 */
export function RuleEditor(props: Props) {
  const { value, problems, labelledBy, describedBy, ref } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(props)
  latest.current = props
  const attributes = useRef(new Compartment())
  // A layout effect runs before the next event, so that no key is lost between the plain field and the editor.
  useLayoutEffect(() => {
    if (host.current === null) return
    const { current: own } = attributes
    const { selection } = latest.current
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.value,
        ...(selection === undefined ? {} : { selection: { anchor: selection.start, head: selection.end } }),
        extensions: [
          own.of([]),
          ruleExtensions({
            operators: () => latest.current.operators,
            onChange: (text) => latest.current.onChange(text),
            onSubmit: () => latest.current.onSubmit(),
          }),
        ],
      }),
    })
    view.current = made
    if (selection !== undefined) made.focus()
    return () => made.destroy()
  }, [])
  useEffect(() => {
    const { current } = view
    if (current === undefined || current.state.doc.toString() === value) return
    current.dispatch({
      changes: { from: 0, to: current.state.doc.length, insert: value },
      selection: { anchor: value.length },
    })
  }, [value])
  const isInvalid = problems.length > 0
  useEffect(() => {
    const content = EditorView.contentAttributes.of({
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-invalid': String(isInvalid),
      spellcheck: 'false',
      autocapitalize: 'off',
    })
    view.current?.dispatch({ effects: attributes.current.reconfigure(content) })
  }, [labelledBy, describedBy, isInvalid])
  useEffect(() => {
    const { current } = view
    if (current !== undefined) current.dispatch(setDiagnostics(current.state, problems.map(diagnosticOf)))
  }, [problems])
  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(),
    select(start, end) {
      view.current?.dispatch({ selection: { anchor: start, head: end }, scrollIntoView: true })
      view.current?.focus()
    },
    complete() {
      if (view.current === undefined) return
      view.current.focus()
      startCompletion(view.current)
    },
  }))
  return <div ref={host} />
}

function diagnosticOf({ start, end, message }: EditorProblem) {
  return { from: start, to: end, severity: 'error' as const, message }
}
