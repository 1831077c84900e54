/**
 * Starts a nats-server for one test. The test can kill the server and start it again. The program is in a
 * package of Debian.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import type { JetStreamManager } from '@nats-io/jetstream'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { freePort, needs } from '../../deploy/tools.ts'
import { type Hooks, temporaryDirectory } from '../engines.ts'

/**
 * Options of tests that need the program nats-server. The tests are skipped, and counted as skipped, if the
 * program is missing.
 */
export const NEEDS_NATS = needs('nats-server')

export interface NatsServer {
  readonly url: string
  readonly port: number
  /** Kills the process without a warning. */
  kill(): Promise<void>
  /** Starts the server again with the same files. */
  start(): Promise<void>
  /**
   * The management interface of JetStream, over a separate connection, which is closed at the end of the
   * test.
   */
  manager(): Promise<JetStreamManager>
}

/**
 * @param args additional arguments, such as `--user a --pass b`; `credentials` are the credentials in the URL
 */
export async function startNats(
  t: Hooks,
  { args = [], credentials = '' }: { readonly args?: readonly string[]; readonly credentials?: string } = {},
): Promise<NatsServer> {
  const port = await freePort()
  const folder = await temporaryDirectory(t)
  const url = `nats://${credentials === '' ? '' : `${credentials}@`}127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  const start = async () => {
    await kill()
    const own = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(folder, 'jetstream')]
    child = spawn('nats-server', [...own, ...args], { stdio: 'ignore' })
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error('nats-server has ended')
    }
  }
  await start()
  t.after(kill)
  const [user, pass] = credentials.split(':')
  return {
    ...{ url, port, kill, start },
    async manager() {
      const auth = credentials === '' ? {} : { user: user ?? '', pass: pass ?? '' }
      const connection = await connect({
        servers: `127.0.0.1:${port}`,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 50,
        ...auth,
      })
      t.after(() => connection.close())
      return jetstreamManager(connection, { checkAPI: false })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectSocket(port, '127.0.0.1')
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(() => resolve(false), 5))
  })
}
