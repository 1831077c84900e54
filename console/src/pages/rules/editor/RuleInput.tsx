import { notifications } from '@mantine/notifications'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { EDITOR } from '../../../text/rules.ts'
import type { EditorRange, RuleEditorHandle, RuleEditorProps } from './RuleEditor.tsx'
import classes from './RuleInput.module.css'

type EditorModule = typeof import('./RuleEditor.tsx')

/** The module of the editor after its first load. */
let loaded: EditorModule | undefined

async function loadEditor(): Promise<EditorModule> {
  loaded = await import('./RuleEditor.tsx')
  return loaded
}

interface Shown {
  readonly editor: EditorModule['RuleEditor']
  readonly selection: EditorRange | undefined
}

/**
 * The field of a rule. The field begins as a plain text field, because the code of the editor is larger than
 * the rest of the page. When the plain field has the focus or contains a rule, the editor is loaded and
 * replaces it. If the editor cannot be loaded, the plain field stays.
 */
export function RuleInput({ ref, ...props }: RuleEditorProps) {
  const { value, problems, labelledBy, describedBy, onChange, onSubmit } = props
  const plain = useRef<HTMLTextAreaElement>(null)
  const inner = useRef<RuleEditorHandle>(null)
  const { shown, load, replace, isComposing } = useEditor(plain, value !== '')
  useImperativeHandle(ref, () => ({
    focus: () => (inner.current ?? plain.current)?.focus(),
    select(start, end) {
      inner.current?.select(start, end)
      plain.current?.setSelectionRange(start, end)
      plain.current?.focus()
    },
    complete() {
      plain.current?.focus()
      void load().then(() => {
        if (inner.current === null) notifications.show({ color: 'yellow', message: EDITOR.notLoaded })
        else inner.current.complete()
      })
    },
  }))
  if (shown !== undefined) return <shown.editor ref={inner} {...props} selection={shown.selection} />
  return (
    <textarea
      ref={plain}
      className={classes['field']}
      rows={1}
      value={value}
      placeholder={EDITOR.example}
      spellCheck={false}
      autoCapitalize="off"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={problems.length > 0}
      onFocus={() => void load()}
      onPointerEnter={() => void loadEditor().catch(() => undefined)}
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={() => {
        isComposing.current = false
        // The replacement waits, because the browser fires a last input event after this event.
        setTimeout(replace)
      }}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll('\n', ' '))}
      onKeyDown={(event) => submitByEnter(event, onSubmit)}
    />
  )
}

/** Replaces the plain field with the editor, which gets the same focus and selection. */
function useEditor(plain: RefObject<HTMLTextAreaElement | null>, hasRule: boolean) {
  const [shown, setShown] = useState<Shown | undefined>(() =>
    loaded === undefined ? undefined : { editor: loaded.RuleEditor, selection: undefined },
  )
  const isComposing = useRef(false)
  const replace = useCallback(() => {
    // During a composition, an input method would lose its characters. The end of the composition calls this function
    // again.
    if (loaded === undefined || isComposing.current) return
    const selection = focusedRange(plain.current)
    const { RuleEditor: editor } = loaded
    flushSync(() => setShown((last) => last ?? { editor, selection }))
  }, [plain])
  const load = useCallback(() => loadEditor().then(replace, () => undefined), [replace])
  useEffect(() => {
    if (hasRule) void load()
  }, [hasRule, load])
  return { shown, load, replace, isComposing }
}

function submitByEnter(event: KeyboardEvent, submit: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  submit()
}

/** The selection of the field. Undefined if the field does not have the focus. */
function focusedRange(field: HTMLTextAreaElement | null): EditorRange | undefined {
  if (field === null || document.activeElement !== field) return undefined
  return { start: field.selectionStart, end: field.selectionEnd }
}
