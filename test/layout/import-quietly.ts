/**
 * Imports the modules named on the command line, one after the other, and prints what each did besides being
 * imported, as JSON. Run by quiet.ts under Node's permission model, which refuses writing, listening, and starting
 * processes and threads.
 */
import { pathToFileURL } from 'node:url'

/** Variables of ours that were asked for since the last look; `*` for all of them at once. */
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

/** What keeps the process alive, once what was on its way has arrived. */
async function openResources(): Promise<string[]> {
  await new Promise(setImmediate)
  return process.getActiveResourcesInfo()
}

// Opened now, because they open at their first use, which would be counted against a module.
void [process.stdout, process.stderr, process.stdin]
const reported: [string, string[]][] = []
for (const path of process.argv.slice(2)) reported.push([path, await sideEffectsOf(path)])
// What a module left open would keep the process alive.
process.stdout.write(JSON.stringify(reported), () => process.exit())
