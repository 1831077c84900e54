/** Runs programs of Debian that the tests of the folder deploy need, if they are installed. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Hooks, temporaryDirectory } from '../support/engines.ts'
import type { TestCertificate } from '../support/processes/certificates.ts'

/** The path of a file in the folder deploy. */
export function deployed(name: string): string {
  return fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))
}

export function deployedText(name: string): string {
  return readFileSync(deployed(name), 'utf8')
}

/**
 * Options of a test that needs a program. The test is skipped, and counted as skipped, if the program is
 * missing.
 */
export function needs(program: string): { readonly skip: string | false } {
  const { status } = spawnSync('sh', ['-c', `command -v ${program}`])
  return { skip: status === 0 ? false : `${program} is not installed` }
}

/** Runs a program to its end. */
export function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly code: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  })
  return { code: status, text: `${stdout}${stderr}` }
}

/** Finds a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Starts a program that serves a URL, and stops it at the end of the test. Resolves when the URL responds.
 */
export async function startProxy(
  t: Hooks,
  [program = '', ...args]: readonly string[],
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGTERM')
    await exited
  })
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${program} has ended: ${text}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/**
 * Starts nginx with deploy/nginx/aviary.conf, on two free ports, one with TLS and one without.
 * @param upstream content of the file aviary-upstream.conf, with addresses of this machine
 */
export async function startNginx(
  t: Hooks,
  upstream: string,
  { certFile, keyFile }: Pick<TestCertificate, 'certFile' | 'keyFile'>,
): Promise<{ readonly url: string; readonly tlsPort: number }> {
  const folder = await temporaryDirectory(t)
  const [tlsPort, port] = [await freePort(), await freePort()]
  const site = deployedText('nginx/aviary.conf')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${tlsPort} ssl http2; listen 127.0.0.1:${port};`)
    .replace('    listen [::]:443 ssl http2;\n', '')
    .replace('/etc/aviary/tls/cert.pem', certFile)
    .replace('/etc/aviary/tls/key.pem', keyFile)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; user root; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events {} http { access_log off; ${temporary.join(' ')} ${upstream} ${site} }`,
  )
  const url = `http://127.0.0.1:${port}`
  await startProxy(t, ['nginx', '-c', join(folder, 'nginx.conf')], `${url}/`)
  return { url, tlsPort }
}
