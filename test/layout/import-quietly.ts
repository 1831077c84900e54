/**
 * Imports the modules that its arguments name, one by one, and prints the side effects of each import as JSON.
 * quiet.ts runs this program under Node's permission model, which forbids listening, starting processes and threads,
 * and writing to all folders but the compile cache.
 */
import { pathToFileURL } from 'node:url'

/** Names of the `AVIARY_` variables that were read since the last check; `*` when all variables were read. */
const asked: string[] = []

process.env = new Proxy(process.env, {
  get(target, name) {
    if (String(name).startsWith('AVIARY_')) asked.push(String(name))
    return Reflect.get(target, name)
  },
  has(target, name) {
    if (String(name).startsWith('AVIARY_')) asked.push(String(name))
    return Reflect.has(target, name)
  },
  ownKeys(target) {
    asked.push('*')
    return Reflect.ownKeys(target)
  },
})

async function sideEffectsOf(path: string): Promise<string[]> {
  const before = await openResources()
  try {
    await import(pathToFileURL(path).href)
  } catch (error) {
    return [`it threw ${String(error)}`]
  }
  const opened = await openResources()
  for (const resource of before) {
    const index = opened.indexOf(resource)
    if (index >= 0) opened.splice(index, 1)
  }
  return [
    ...asked.splice(0).map((name) => `it read the setting ${name}`),
    ...opened.map((resource) => `it left a ${resource} open`),
  ]
}

/** Resources that keep the process alive after all pending work has ended. */
async function openResources(): Promise<string[]> {
  await new Promise(setImmediate)
  return process.getActiveResourcesInfo()
}

// The streams are opened now. Otherwise, their first use would count as a side effect of a module.
void [process.stdout, process.stderr, process.stdin]
const reported: [string, string[]][] = []
for (const path of process.argv.slice(2)) reported.push([path, await sideEffectsOf(path)])
// A resource that a module has left open would keep the process alive.
process.stdout.write(JSON.stringify(reported), () => process.exit())
