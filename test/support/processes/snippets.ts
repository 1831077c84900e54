/**
 * Runs the fenced blocks of a document as a reader does: the commands in order in one shell, in an empty
 * folder, against a real server. A comment before a block changes this:
 *
 * - `snippet: server`: runs in another terminal until the end. The next block waits until the server is ready
 * - `snippet: file NAME`: is the content of a file. A second block with this name continues the file
 * - `snippet: browser LOGIN PASSWORD`: runs in another terminal. The user LOGIN opens the printed link, signs
 *   in and allows access
 * - `snippet: settings`: is a settings file that the program must accept
 * - `snippet: archive NAME`: runs after the test has made an archive of a member, as a file with this name
 * - `snippet: shows`: is the output of the block before. `…` stands for any text
 * - `snippet: needs NAME`: runs if the client NAME is installed
 * - `snippet: not run: REASON`
 *
 * Blocks of commands (`sh`) without a comment run. Blocks of code in other languages need a comment. Blocks
 * without code, such as output, need no comment.
 */

export interface Snippet {
  /** Line of the block, from 1. */
  readonly line: number
  readonly language: string
  readonly text: string
  readonly role: SnippetRole
}

export type SnippetRole =
  | { readonly kind: 'run' | 'server' | 'settings' | 'shows' | 'text' }
  | { readonly kind: 'archive' | 'file'; readonly name: string }
  | { readonly kind: 'browser'; readonly login: string; readonly password: string }
  | { readonly kind: 'needs'; readonly name: string }
  | { readonly kind: 'not run'; readonly reason: string }

/** Languages of blocks that need no comment, because they are not code. */
const SHOWN = new Set(['', 'json', 'text'])

const BLOCK = /(?:^[ ]*<!-- snippet: ([^\n]*?) -->\n\n?)?^( *)```([\w-]*)\n([\s\S]*?)^ *```$/gm

/** @throws {Error} for an unknown comment, and for code without a comment */
export function snippetsOf(markdown: string): readonly Snippet[] {
  return Array.from(markdown.matchAll(BLOCK), (match) => {
    const [whole, comment, indent = '', language = '', body = ''] = match
    const fence = match.index + whole.indexOf('```')
    const line = markdown.slice(0, fence).split('\n').length
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    return { line, language, text, role: roleOf(comment, language, line) }
  })
}

function roleOf(comment: string | undefined, language: string, line: number): SnippetRole {
  if (comment === undefined) {
    if (language === 'sh') return { kind: 'run' }
    if (SHOWN.has(language)) return { kind: 'text' }
    throw new Error(
      `line ${line}: a block of ${language} needs a comment (test/support/processes/snippets.ts)`,
    )
  }
  if (comment === 'server' || comment === 'settings' || comment === 'shows') return { kind: comment }
  const [, login, password] = /^browser (\S+) (.+)$/.exec(comment) ?? []
  if (login !== undefined && password !== undefined) return { kind: 'browser', login, password }
  const [, kind, rest = ''] = /^(archive|file|needs|not run:) (.+)$/.exec(comment) ?? []
  if (kind === 'archive' || kind === 'file' || kind === 'needs') return { kind, name: rest }
  if (kind === 'not run:') return { kind: 'not run', reason: rest }
  throw new Error(`line ${line}: unknown comment "snippet: ${comment}"`)
}

/** True if `output` equals the text of a block. In the block, `…` stands for any text. */
export function isShown(shown: string, output: string): boolean {
  const parts = shown
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(output.trim())
}
