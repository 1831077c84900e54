/** Starts an S3 server in the process of the test. */
import { createRequire } from 'node:module'
import { type Hooks, temporaryDirectory } from '../engines.ts'

export interface S3Server {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
}

/** Types of the parts of the package that are used, because the package has no types. */
interface S3rver {
  run(): Promise<{ readonly address: string; readonly port: number }>
  close(): Promise<void>
}

type S3rverClass = new (options: Readonly<Record<string, unknown>>) => S3rver

/** Starts a server with an empty bucket. The server is stopped at the end of the test. */
export async function startS3(t: Hooks): Promise<S3Server> {
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverClass
  const directory = await temporaryDirectory(t)
  const bucket = 'media'
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // The S3 client signs a slash in the path of the bucket, but the server omits it.
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { address, port } = await server.run()
  t.after(() => server.close())
  return { endpoint: `http://${address}:${port}`, bucket, accessKey: 'S3RVER', secretKey: 'S3RVER' }
}
