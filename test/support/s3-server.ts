/** A store that speaks S3, in the test's process. */
import { createRequire } from 'node:module'
import { type Hooks, temporaryDirectory } from './engines.ts'

export interface S3Server {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
}

/** The package has no types; this is as much of it as is used. */
interface S3rver {
  run(): Promise<{ readonly address: string; readonly port: number }>
  close(): Promise<void>
}

type S3rverClass = new (options: Readonly<Record<string, unknown>>) => S3rver

/** Starts one with an empty bucket; it is stopped with the test. */
export async function startS3(t: Hooks): Promise<S3Server> {
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverClass
  const directory = await temporaryDirectory(t)
  const bucket = 'media'
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // It leaves out of the signed path of a bucket the slash that the client of S3 sends and signs.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { address, port } = await server.run()
  t.after(() => server.close())
  return { endpoint: `http://${address}:${port}`, bucket, accessKey: 'S3RVER', secretKey: 'S3RVER' }
}
