/** How a command is given a password: not on the command line, where every user of the machine can read it. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import type { Streams } from './output.ts'
import { UsageError } from './run.ts'
import { Interrupted } from './signals.ts'

/** Options of {@link withPassword}, as commander gives them. */
export interface PasswordOptions {
  readonly password?: string
  readonly passwordFile?: string
}

/** Where a person may be asked: standard input, or what stands for it in a test. */
export type PasswordInput = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/** Bytes of a file or of standard input that are read for a password. */
const BYTES_MOST = 4_096

const WARNING =
  '--password can be read by every user of this machine in the list of processes; ' +
  'give --password-file PATH (- is standard input), or leave it out and be asked'

/** Adds the options by which a command is given a password. */
export function withPassword(command: Command): Command {
  return command
    .option(
      '--password-file <PATH>',
      'File whose first line is the password, at least 8 characters; - is standard input. Asked for on a terminal when left out',
    )
    .option('--password <TEXT>', 'The password itself, which other users of the machine can then read')
}

/**
 * The password that a command was given, by the first of: the options, a question on the terminal.
 * @throws {UsageError} when there is none, or more than one way was used
 * @throws {Interrupted} when the question was given up
 */
export async function readPassword(
  { password, passwordFile }: PasswordOptions,
  { err }: Streams,
  input: PasswordInput = process.stdin,
): Promise<string> {
  if (password !== undefined && passwordFile !== undefined)
    throw new UsageError('give --password-file or --password, not both')
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
    throw new UsageError('a password is needed; give --password-file PATH (- is standard input)')
  const typed = await ask('Password: ', input, err)
  if ((await ask('The same again: ', input, err)) === typed) return typed
  throw new UsageError('the two passwords are not the same; nothing was changed')
}

/** Without its line break. @throws {UsageError} when there is none, or too much */
async function firstLine(source: AsyncIterable<Buffer | string>, name: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > BYTES_MOST)
      throw new UsageError(`${name} has more than ${BYTES_MOST} bytes; give a password alone`)
    chunks.push(bytes)
  }
  const [line = ''] = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)
  if (line === '') throw new UsageError(`${name} has no password in its first line`)
  return line
}

/** Asks on a terminal; what is typed is not shown. */
async function ask(question: string, input: PasswordInput, err: NodeJS.WritableStream): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: unseen, terminal: true, historySize: 0 })
  const ended = new AbortController()
  // Ctrl-C, or Ctrl-D on an empty line.
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
