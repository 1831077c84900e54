/** `aviary demo`, which `npm start` runs: a server over a real follow graph, with a line to paste. */
import { Command } from 'commander'
import { SETTINGS, type SettingName } from '../../config.ts'
import { loadDemo } from '../../demo/load.ts'
import type { Streams } from '../output.ts'
import { action, withSettings } from '../run.ts'
import { untilSignal } from '../signals.ts'

export function demoCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('demo').description(
    'Run the server over a small real network, with credentials to try it.',
  )
  return withSettings(command, Object.keys(SETTINGS) as SettingName[]).action(
    action<Record<string, unknown>, []>(streams, exit, async ({ config, output }) => {
      // The other commands start in half the time without it.
      const { startServer } = await import('../../server.ts')
      const server = await startServer(config)
      const demo = await loadDemo(server.runtime.context, config.data)
      const { out } = streams
      out.write(`Aviary serves ${server.url}\n`)
      out.write(`A bearer token for it: ${demo.bearerToken}\n\n`)
      out.write(`The first of ${demo.followers} followers of the account ${demo.starId}; paste this:\n\n`)
      out.write(
        `curl -H 'authorization: Bearer ${demo.bearerToken}' '${server.url}/1.1/followers/ids.json?user_id=${demo.starId}&count=5'\n\n`,
      )
      out.write('Send next_cursor of the answer as &cursor=… for the next page. Stop with Ctrl-C.\n')
      if (demo.isNew) output.note(`(The data is in ${config.data}; remove that directory to begin anew.)`)
      await untilSignal()
      await server.close()
    }),
  )
}
