/** Collects from the code the names (settings, commands, scripts, events, URLs) that documents may mention. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { ENDING_LIFETIMES } from '../../src/api/_versions/lifetimes.ts'
import { SETTINGS, type SettingName, variableOf } from '../../src/config.ts'
import { EVENT_KINDS } from '../../src/log/event.ts'
import { main } from '../../src/main.ts'
import type { Facts } from './documents.ts'
import { type ApiModule, endpointsOf } from './endpoints.ts'
import { ROOT, readText } from './source.ts'

/** The names and files with which the checks of documents compare. */
export async function documentFacts(api: readonly ApiModule[]): Promise<Facts> {
  const { scripts } = JSON.parse(readText('package.json')) as { readonly scripts: Record<string, string> }
  const exists = (path: string) => existsSync(join(ROOT, path))
  return {
    exists,
    read: (path) => (exists(path) ? readText(path) : undefined),
    variables: ['AVIARY_CONFIG', ...Object.keys(SETTINGS).map((name) => variableOf(name as SettingName))],
    commands: await commands(),
    scripts: Object.keys(scripts),
    events: Object.keys(EVENT_KINDS),
    urls: [
      ...api.flatMap(endpointsOf).flatMap(({ paths }) => paths),
      ...ENDING_LIFETIMES.flatMap(({ paths }) => paths),
    ],
  }
}

/** The names of commands, as `aviary --help` lists them. */
async function commands(): Promise<string[]> {
  let help = ''
  const out = new Writable({
    write(chunk, _encoding, done) {
      help += String(chunk)
      done()
    },
  })
  await main(['--help'], { out, err: out })
  const list = help.slice(help.indexOf('\nCommands:'))
  return [...list.matchAll(/^ {2}([a-z]+)/gm)].map((match) => match[1] ?? '')
}
