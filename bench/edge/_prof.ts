import { startChild } from '../lib/child.ts'
import { load } from '../lib/http-client.ts'
import { Places } from '../lib/places.ts'

const places = await Places.open()
const place = await places.fresh('sqlite')
const server = startChild<any>(new URL('./server-process.ts', import.meta.url), {
  profile: '/tmp/prof3',
  flags: ['--cpu-prof-interval=200'],
})
const c = await server.call('start', { ...place.config, limits: 'documented' })
const u = c.url.replace('localhost', '127.0.0.1')
const x = await load({
  url: u + '/1.1/bench/empty.json',
  headers: { authorization: 'Bearer ' + c.bearerToken },
  connections: 16,
  milliseconds: 10000,
})
console.log(x.requests, (x.requests / x.milliseconds) * 1000)
await server[Symbol.asyncDispose]()
await places[Symbol.asyncDispose]()
