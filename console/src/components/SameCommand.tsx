import { OPERATOR } from '../text/operator.ts'
import { CodeBlock } from './CodeBlock.tsx'

/**
 * The command with the same effect as a page of the operator's desk, and a button that copies the command.
 */
export function SameCommand({ command }: { readonly command: string }) {
  return <CodeBlock label={OPERATOR.sameCommand} code={command} isWrapped />
}

/** Quotes a word of a command for a shell, if it needs quotes. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
