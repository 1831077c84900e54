/** Reads the compose files, and runs their services as processes of this machine. */
import { parse } from 'yaml'
import { type RunningCli, startCli } from '../support/cli.ts'
import type { Hooks } from '../support/engines.ts'
import { deployedText } from './tools.ts'

export interface Service {
  readonly image?: string
  readonly read_only?: boolean
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly volumes?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** @param name the file name of a compose file, such as `compose.sqlite.yaml` */
export function composeFile(name: string): Compose {
  return parse(deployedText(`docker/${name}`), { merge: true }) as Compose
}

/** Environment variables that the image sets. */
function imageVariables(): Readonly<Record<string, string>> {
  const joined = deployedText('docker/Dockerfile').replaceAll(/\\\n\s*/g, '')
  const pairs = Array.from(joined.matchAll(/^ENV (.*)$/gm), ([, words = '']) => words.split(/\s+/)).flat()
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
}

/**
 * The environment variables that a service has in its container.
 * @param secrets values of the variables of `.env`
 * @param changes changes for this machine, which has no networks and no volumes of containers
 */
export function variablesOf(
  { environment = {} }: Service,
  secrets: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const own = Object.entries(environment).map(([name, value]) => {
    const filled = String(value).replaceAll(/\$\{(\w+):\?\}/g, (_, secret: string) => secrets[secret] ?? '')
    return [name, filled] as const
  })
  return { ...imageVariables(), ...Object.fromEntries(own), ...changes }
}

/** A running service. */
export interface RunningService {
  readonly run: RunningCli
  readonly url: string
  readonly opsUrl: string
}

/**
 * Starts the command of the image.
 * @param under the words of a wrapper command that runs the command of the image; empty for no wrapper
 */
export async function startService(
  t: Hooks,
  env: Readonly<Record<string, string>>,
  under: readonly string[] = [],
): Promise<RunningService> {
  const [, words = ''] = /^CMD (\[.*\])$/m.exec(deployedText('docker/Dockerfile')) ?? []
  const run = startCli(t, JSON.parse(words) as string[], { env, under })
  const [, url = '', opsUrl = ''] = await run.said(
    /Aviary serves (http:\S+) .*admin listener at (http:\S+)\)/,
  )
  return { run, url, opsUrl }
}

/** Runs the health check of the image against an admin listener. */
export function healthCheck(opsUrl: string): readonly [string, ...string[]] {
  const [, words = ''] = /^ *CMD (\["node".*\])$/m.exec(deployedText('docker/Dockerfile')) ?? []
  const { port } = new URL(opsUrl)
  return JSON.parse(words.replace('127.0.0.1:8081', `127.0.0.1:${port}`)) as [string, ...string[]]
}
