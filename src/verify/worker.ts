/** The worker for thread.ts: runs one verification and sends messages about it. */
import { parentPort, workerData } from 'node:worker_threads'
import { systemRandom } from '../lib/time/clock.ts'
import type { FromVerifier } from './thread.ts'
import { type VerifySettings, verifyDatabase } from './verify.ts'

if (parentPort !== null) {
  const port = parentPort
  const send = (message: FromVerifier) => port.postMessage(message)
  try {
    const report = await verifyDatabase(workerData as VerifySettings, systemRandom, (done, of) =>
      send({ done, of }),
    )
    send({ report })
  } catch (error) {
    const { name, message, code, path, syscall }: NodeJS.ErrnoException =
      error instanceof Error ? error : new Error(String(error))
    send({ name, message, system: { code, path, syscall } })
  }
}
