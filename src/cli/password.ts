/**
 * Reads passwords for commands from a file, standard input or a prompt, because every user of the machine can read the
 * command line.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import type { Streams } from './output.ts'
import { UsageError } from './run.ts'
import { Interrupted } from './signals.ts'

/** The parsed options that {@link withPassword} adds. */
export interface PasswordOptions {
  readonly password?: string
  readonly passwordFile?: string
}

/** Standard input, or a replacement in tests. Aviary asks for a password only if this stream is a terminal. */
export type PasswordInput = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/** Maximum number of bytes in a password file or in standard input. Only the first line is the password. */
const MAX_PASSWORD_BYTES = 4_096

const WARNING =
  '--password can be read by every user of this machine in the process list; ' +
  'use --password-file PATH (- is standard input), or leave it out to get a prompt'

/** Adds the password options to a command. */
export function withPassword(command: Command): Command {
  return command
    .option(
      '--password-file <PATH>',
      'File whose first line is the password, at least 8 characters; - is standard input. Without it, you get a prompt',
    )
    .option('--password <TEXT>', 'The password itself. Other users of the machine can read it')
}

/**
 * Reads the password from the options. Without them, asks for the password twice on the terminal.
 * @throws {UsageError} without a password, with both options, for an empty first line, for more than
 * {@link MAX_PASSWORD_BYTES}, or when the two typed passwords differ
 * @throws {Interrupted} when the prompt is cancelled
 */
export async function readPassword(
  { password, passwordFile }: PasswordOptions,
  { err }: Streams,
  input: PasswordInput = process.stdin,
): Promise<string> {
  if (password !== undefined && passwordFile !== undefined)
    throw new UsageError('use --password-file or --password, not both')
  if (password !== undefined) {
    err.write(`aviary: ${WARNING}\n`)
    return password
  }
  if (passwordFile !== undefined) {
    const isInput = passwordFile === '-'
    return firstLine(
      isInput ? input : createReadStream(passwordFile),
      isInput ? 'standard input' : passwordFile,
    )
  }
  if (input.isTTY !== true)
    throw new UsageError('a password is needed; use --password-file PATH (- is standard input)')
  const typed = await ask('Password: ', input, err)
  if ((await ask('Repeat the password: ', input, err)) === typed) return typed
  throw new UsageError('the two passwords differ; nothing was changed')
}

async function firstLine(source: AsyncIterable<Buffer | string>, name: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MAX_PASSWORD_BYTES)
      throw new UsageError(
        `${name} has more than ${MAX_PASSWORD_BYTES} bytes; it may contain nothing but a password`,
      )
    chunks.push(bytes)
  }
  const [line = ''] = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)
  if (line === '') throw new UsageError(`${name} has no password in its first line`)
  return line
}

async function ask(question: string, input: PasswordInput, err: NodeJS.WritableStream): Promise<string> {
  // Readline writes typed characters to its output. This output discards them, so that the password is not shown.
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: discard, terminal: true, historySize: 0 })
  const ended = new AbortController()
  // Called after Ctrl-C, and after Ctrl-D on an empty line.
  lines.once('close', () => ended.abort())
  err.write(question)
  try {
    return await lines.question('', { signal: ended.signal })
  } catch (error) {
    if (ended.signal.aborted) throw new Interrupted()
    throw error
  } finally {
    err.write('\n')
    lines.close()
  }
}
