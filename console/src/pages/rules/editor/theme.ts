/** The theme of the editor, which looks like other fields of the console in light and dark. */
import { EditorView } from '@codemirror/view'

const MONO = 'var(--mantine-font-family-monospace)'
const LINE = '1px solid var(--mantine-color-default-border)'

export const editorTheme = EditorView.theme({
  '&': {
    border: LINE,
    borderRadius: 'var(--mantine-radius-sm)',
    background: 'var(--console-surface)',
    color: 'var(--mantine-color-text)',
    fontSize: 'var(--mantine-font-size-md)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: MONO, lineHeight: '1.55' },
  '.cm-content:focus-visible': { outline: '2px solid var(--console-focus)', outlineOffset: '-2px' },
  '.cm-content': {
    borderRadius: 'var(--mantine-radius-sm)',
    minHeight: '3.4em',
    padding: '0.5rem 0',
    caretColor: 'var(--mantine-color-text)',
  },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '.rule-operator': { color: 'var(--mantine-color-anchor)' },
  '.rule-phrase': { color: 'light-dark(var(--mantine-color-teal-9), var(--mantine-color-teal-3))' },
  '.rule-sign': { fontWeight: '600' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--mantine-color-error) 1px',
    textUnderlineOffset: '0.2em',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintPoint-error::after': { borderBottomColor: 'var(--mantine-color-error)' },
  '&.cm-tooltip, .cm-tooltip': {
    border: LINE,
    borderRadius: 'var(--mantine-radius-sm)',
    background: 'var(--console-surface)',
    color: 'var(--mantine-color-text)',
    boxShadow: 'var(--mantine-shadow-md)',
    maxWidth: 'calc(100vw - 2rem)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'inherit',
    fontSize: 'var(--mantine-font-size-sm)',
    maxHeight: '15rem',
    maxWidth: 'min(34rem, calc(100vw - 2rem))',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '0.25rem 0.5rem',
    lineHeight: '1.45',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--mantine-primary-color-light)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionLabel': { fontFamily: MONO },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': {
    marginLeft: '0.75rem',
    fontStyle: 'normal',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-tooltip.cm-completionInfo': {
    padding: '0.375rem 0.625rem',
    fontSize: 'var(--mantine-font-size-sm)',
    maxWidth: '20rem',
  },
  '.cm-diagnostic': {
    padding: '0.375rem 0.625rem',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: 'var(--mantine-font-size-sm)',
    borderLeft: 'none',
  },
})
