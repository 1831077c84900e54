/** The worker thread of scalar.ts. It requests the script from Scalar's plugin for Fastify and returns the body. */
import { parentPort } from 'node:worker_threads'

if (parentPort !== null) {
  const [{ default: Fastify }, { default: scalar }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ])
  const app = Fastify()
  app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { statusCode, payload } = await app.inject('/docs/js/scalar.js')
  if (statusCode !== 200) throw new Error(`Scalar's plugin answers ${statusCode} for its script`)
  parentPort.postMessage(payload)
  await app.close()
}
