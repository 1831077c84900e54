/** Copies databases and data directories, because it is faster to copy data than to create it again. */
import { cp } from 'node:fs/promises'
import { type Config, readConfig } from '../../../src/config.ts'
import { type Hooks, temporaryDirectory } from '../engines.ts'
import { testDatabase } from './databases.ts'

/** Copies the data of `config`, which must not be open. @returns settings for the copy */
export async function cloneData(t: Hooks, config: Config): Promise<Config> {
  const data = await temporaryDirectory(t)
  await cp(config.data, data, { recursive: true })
  const settings = { data, port: '0', ops_port: '0', log_level: 'silent' }
  if (config.database === '') return readConfig(settings, {})
  const template = decodeURIComponent(new URL(config.database).pathname.slice(1))
  return readConfig({ ...settings, pool: '4', database: await testDatabase(t, { template }) }, {})
}
