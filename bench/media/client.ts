/** Uploads a file in segments. Like real clients, it sends three segments at a time. */
import { signature } from '../../test/support/api-client.ts'
import { mp4 } from '../../test/support/media/samples.ts'
import type { Credentials } from './server-process.ts'

const SEGMENT = 1024 * 1024
const AT_ONCE = 3

/** A video of about this many MiB. */
export function videoOf(mebibytes: number): Buffer {
  return mp4({ width: 640, height: 480, durationMs: 10_000, data: mebibytes * SEGMENT - 4_096 })
}

/** Uploads the bytes to Aviary. */
export function uploader(credentials: Credentials, bytes: Buffer): () => Promise<void> {
  const url = `${credentials.url}/1.1/media/upload.json`
  const as = signature(
    { key: credentials.consumerKey, secret: credentials.consumerSecret },
    { key: credentials.accessToken, secret: credentials.accessTokenSecret },
    () => Date.now(),
  )
  const send = async (fields: Readonly<Record<string, string | Buffer>>, status: number) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: as('POST', url) },
      body: formOf(fields),
    })
    const text = await answer.text()
    if (answer.status !== status) throw new Error(`${answer.status} ${text}`)
    return /"media_id_string":"(\d+)"/.exec(text)?.[1] ?? ''
  }
  return async () => {
    const media_id = await send({ command: 'INIT', total_bytes: String(bytes.length) }, 202)
    await inSegments(bytes, (media, index) =>
      send({ command: 'APPEND', media_id, segment_index: String(index), media }, 204),
    )
    await send({ command: 'FINALIZE', media_id }, 201)
  }
}

/** Sends the same segments in the same bodies to a server that only writes them. */
export function bareUploader(url: string, bytes: Buffer): () => Promise<void> {
  return () =>
    inSegments(bytes, async (media, index) => {
      const body = formOf({ command: 'APPEND', media_id: '5', segment_index: String(index), media })
      const answer = await fetch(url, { method: 'POST', body })
      if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`)
    })
}

async function inSegments(
  bytes: Buffer,
  send: (media: Buffer, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const one = async () => {
    for (let index = next++; index * SEGMENT < bytes.length; index = next++) {
      await send(bytes.subarray(index * SEGMENT, (index + 1) * SEGMENT), index)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

function formOf(fields: Readonly<Record<string, string | Buffer>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'string' ? value : new Blob([value as Uint8Array<ArrayBuffer>]))
  }
  return form
}
