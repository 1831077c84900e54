/** Runs the snippets of a document in a terminal, and its servers in further terminals. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

type Shell = ChildProcessByStdio<Writable, Readable, Readable>

/** Milliseconds after which a block of commands counts as hung. */
const PATIENCE_MS = 120_000

/** Maximum characters of an output that the message of a failure shows. */
const SHOWN = 3_000

export class SnippetShell {
  readonly #folder: string
  readonly #environment: NodeJS.ProcessEnv
  readonly #shell: Shell
  readonly #servers: Shell[] = []
  #output = ''
  #errors = ''
  /** Callbacks for new output and for the end of the shell. */
  #wake: { readonly look: () => void; readonly fail: () => void } | undefined

  /** @param environment the environment variables that the commands get; they get no others */
  constructor(folder: string, environment: NodeJS.ProcessEnv) {
    this.#folder = folder
    this.#environment = environment
    this.#shell = this.#open(folder)
    this.#shell.stdout.on('data', (text: string) => {
      this.#output += text
      this.#wake?.look()
    })
    this.#shell.on('close', () => this.#wake?.fail())
    this.#shell.stderr.on('data', (text: string) => {
      this.#errors += text
    })
  }

  #open(folder: string): Shell {
    // The shell has its own process group, so that the end of a terminal ends its programs.
    const shell = spawn('bash', ['-e'], {
      cwd: folder,
      env: this.#environment,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    shell.stdout.setEncoding('utf8')
    shell.stderr.setEncoding('utf8')
    shell.stdin.on('error', () => undefined) // The exit of the shell reports the reason.
    return shell
  }

  /**
   * Runs commands.
   * @returns standard output
   * @throws {Error} when a command fails
   */
  async run(commands: string): Promise<string> {
    this.#output = ''
    this.#errors = ''
    const mark = '\u001eend\u001e'
    this.#shell.stdin.write(`${commands}\nprintf '\\036end\\036'\n`)
    const timer = setTimeout(() => this.#shell.kill('SIGKILL'), PATIENCE_MS)
    try {
      await new Promise<void>((resolve, reject) => {
        const look = () => {
          if (this.#output.includes(mark)) resolve()
        }
        const fail = () => {
          const said = `${this.#output.slice(-SHOWN)}\n${this.#errors.slice(-SHOWN)}`
          reject(new Error(`${commands}\nended the shell, which said:\n${said}`))
        }
        this.#wake = { look, fail }
      })
    } finally {
      clearTimeout(timer)
      this.#wake = undefined
    }
    return this.#output.slice(0, this.#output.indexOf(mark))
  }

  /**
   * Runs commands in another terminal, in the current folder of this terminal.
   * @param isReady called until it returns true
   * @returns the standard output until then
   */
  async serve(commands: string, isReady: (printed: string) => Promise<boolean>): Promise<string> {
    const folder = (await this.run('pwd')).trim()
    const server = this.#open(folder === '' ? this.#folder : folder)
    this.#servers.push(server)
    let printed = ''
    let errors = ''
    server.stdout.on('data', (text: string) => {
      printed += text
    })
    server.stderr.on('data', (text: string) => {
      errors = (errors + text).slice(-SHOWN)
    })
    server.stdin.end(`${commands}\n`)
    while (!(await isReady(printed))) {
      if (server.exitCode !== null) {
        throw new Error(`${commands}\nended:\n${printed.slice(-SHOWN)}\n${errors}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return printed
  }

  /**
   * Runs commands to their end in another terminal, in the current folder of this terminal.
   * @param open called once with the first printed link
   * @returns standard output
   * @throws {Error} when a command or `open` fails
   */
  async runWithBrowser(commands: string, open: (link: string) => Promise<void>): Promise<string> {
    const program = this.#open((await this.run('pwd')).trim())
    this.#servers.push(program)
    let output = ''
    let errors = ''
    let opened: Promise<void> | undefined
    program.stdout.on('data', (text: string) => {
      output += text
      const [link] = /https?:\S+(?=\s)/.exec(output) ?? []
      if (link === undefined || opened !== undefined) return
      opened = open(link)
      opened.catch(() => program.kill('SIGKILL'))
    })
    program.stderr.on('data', (text: string) => {
      errors += text
    })
    const timer = setTimeout(() => program.kill('SIGKILL'), PATIENCE_MS)
    program.stdin.end(`${commands}\n`)
    const [code] = await once(program, 'close').finally(() => clearTimeout(timer))
    await opened
    if (code !== 0) throw new Error(`${commands}\nended with ${code}:\n${output}\n${errors.slice(-SHOWN)}`)
    return output
  }

  /** Ends all programs. */
  async close(): Promise<void> {
    for (const shell of [...this.#servers, this.#shell]) {
      if (shell.exitCode === null && shell.signalCode === null) {
        const ended = once(shell, 'exit')
        if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
        await ended
      }
    }
  }
}
