/**
 * `/test/reset` and `/test/snapshots` of the admin listener save and restore the data in test mode.
 *
 *   POST   /test/reset                               restores the state at the start of the server
 *   GET    /test/snapshots                           {"snapshots": [{"name": "before", "version": "…"}]}
 *   PUT    /test/snapshots/NAME                      saves the current state
 *   PUT    /test/snapshots/NAME {"from": "OTHER"}    saves a copy of another snapshot
 *   POST   /test/snapshots/NAME/restore              restores the state in the snapshot
 *   DELETE /test/snapshots/NAME
 *
 * A snapshot contains media files, unless the media files are in a bucket; in that case, responses have a note about
 * the missing files. A reset or restore ends open streams with the reason of a restart. Requests that arrive during a
 * reset or restore wait until its end.
 */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { ServerControls } from '../../testing/controls.ts'
import { ControlRefused } from '../../testing/refused.ts'

const BODY = Type.Object({ from: Type.Optional(Type.String()) }, { additionalProperties: false })

interface Named {
  readonly Params: { readonly name: string }
}

const BUCKET_NOTE =
  'media files in a bucket (setting media_bucket) are not copied: an erased file stays erased'

type Controls = Pick<ServerControls, 'snapshots' | 'blobs'>

export function addSnapshots(app: FastifyInstance, { snapshots, blobs }: Controls): void {
  const answer = (name: string) => (blobs.isComplete ? { name } : { name, note: BUCKET_NOTE })
  app.post('/test/reset', async () => {
    await snapshots.reset()
    return { reset: true }
  })
  app.get('/test/snapshots', async () => ({ snapshots: await snapshots.list() }))
  app.put<Named>('/test/snapshots/:name', async ({ params: { name }, body = {} }) => {
    if (!Check(BODY, body)) throw new ControlRefused('send no body, or {"from": NAME}')
    if (body.from === undefined) await snapshots.save(name)
    else await snapshots.fork(body.from, name)
    return answer(name)
  })
  app.post<Named>('/test/snapshots/:name/restore', async ({ params: { name } }) => {
    await snapshots.restore(name)
    return answer(name)
  })
  app.delete<Named>('/test/snapshots/:name', async ({ params: { name } }) => {
    await snapshots.remove(name)
    return { name }
  })
}
