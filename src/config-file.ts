/**
 * The settings file `aviary.yaml`, with one key for each setting (docs/operating.md, section "The file of settings").
 */
import { readFile } from 'node:fs/promises'
import type { FileSettings } from './config.ts'
import { ConfigFaults } from './config-faults.ts'

/** The file that is read if it exists, when neither `--config` nor `AVIARY_CONFIG` names a file. */
export const CONFIG_FILE = 'aviary.yaml'

const CONFIG_VARIABLE = 'AVIARY_CONFIG'

/**
 * Reads the settings file. The flag has priority over the variable; without both, the function reads `aviary.yaml` in
 * the working directory.
 * @param flag value of the flag `--config`
 * @returns undefined when there is no settings file
 * @throws {ConfigFaults} for a file that cannot be read or parsed
 */
export async function readConfigFile(
  flag: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<FileSettings | undefined> {
  const named = flag ?? environment[CONFIG_VARIABLE]
  const source = flag === undefined ? CONFIG_VARIABLE : '--config'
  const path = named ?? CONFIG_FILE
  if (path === '') throw new ConfigFaults([`${source}: "" is not accepted; use the path of a file.`])
  try {
    const text = await readFile(path, 'utf8')
    // The YAML module is imported here, because most commands run without a settings file.
    const { parseConfigFile } = await import('./config-yaml.ts')
    return parseConfigFile(text, path)
  } catch (error) {
    if (error instanceof ConfigFaults) throw error
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing && named === undefined) return undefined
    if (isMissing) throw new ConfigFaults([`${source}: ${path} does not exist; check the path.`])
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigFaults([`${named === undefined ? path : source}: the file cannot be read: ${why}.`])
  }
}
