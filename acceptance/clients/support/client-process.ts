/**
 * A process that makes calls of a client library. The test sends each call as one line of JSON
 * (python/driver.py).
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import type { ClientEnvironment } from '../../support/public-names.ts'

/** Milliseconds without a response after which a client counts as hung. */
const PATIENCE_MS = 180_000

/** Number of characters of standard error that the message of a failure contains. */
const SHOWN_ERROR = 4_000

/** The client library threw an error. */
export class ClientError extends Error {
  /** Name of the error class in the library. */
  readonly type: string

  constructor(type: string, text: string) {
    super(`${type}: ${text}`)
    this.type = type
  }
}

interface Answer {
  readonly value?: unknown
  readonly error?: { readonly type: string; readonly text: string }
}

/** Sends one request at a time to a client program and reads the responses. */
export class ClientProcess {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>
  #stderr = ''

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-SHOWN_ERROR)
    })
  }

  /** Starts the program. The end of the test kills it. */
  static start(
    t: TestContext,
    program: readonly [string, ...string[]],
    environment: ClientEnvironment,
  ): ClientProcess {
    const [file, ...words] = program
    const child = spawn(file, words, {
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: 'pipe',
    })
    t.after(() => child.kill('SIGKILL'))
    return new ClientProcess(child)
  }

  /** Sends a request and returns its value. @throws {ClientError} */
  async request(request: object): Promise<unknown> {
    const answer = JSON.parse(await this.#exchange(JSON.stringify(request))) as Answer
    if (answer.error !== undefined) throw new ClientError(answer.error.type, answer.error.text)
    return answer.value
  }

  async #exchange(line: string): Promise<string> {
    this.#child.stdin.write(`${line}\n`)
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), PATIENCE_MS)
    try {
      const { value, done } = await this.#lines.next()
      if (done !== true) return String(value)
    } finally {
      clearTimeout(timer)
    }
    throw new Error(`the client ended at ${line}: ${this.#stderr}`)
  }
}
