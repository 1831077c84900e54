import { startChild } from '../lib/child.ts'
import { load } from '../lib/http-client.ts'
import { Places } from '../lib/places.ts'

let spinning = true
const spin = () => {
  if (spinning) setImmediate(spin)
}
spin()
const places = await Places.open()
const place = await places.fresh('sqlite')
const prof = process.argv[2] || undefined
const server = startChild<any>(new URL('file:///work/main/bench/edge/server-process.ts'), { profile: prof })
const route = startChild<any>(new URL('file:///work/main/bench/followers/route-process.ts'), {
  profile: prof && prof + '/route',
})
const c = await server.call('start', { ...place.config, limits: 'documented' })
const r = await route.call('start', '{}')
const run = async (child: any, url: string, h: any) => {
  const b = await child.usage()
  const x = await load({ url, headers: h, connections: 16, milliseconds: 2000 })
  const a = await child.usage()
  return [
    Math.round((x.requests / x.milliseconds) * 1000),
    +(((a.cpuMilliseconds - b.cpuMilliseconds) * 1000) / x.requests).toFixed(1),
  ]
}
const u = c.url.replace('localhost', '127.0.0.1')
for (let i = 0; i < Number(process.argv[3] ?? 4); i++)
  console.log(
    'route',
    await run(route, r + '/', {}),
    'edge',
    await run(server, u + '/1.1/bench/empty.json', { authorization: 'Bearer ' + c.bearerToken }),
  )
await server[Symbol.asyncDispose]()
await route[Symbol.asyncDispose]()
await places[Symbol.asyncDispose]()
spinning = false
