/** Waiting until the disk has it. */
import { open } from 'node:fs/promises'

/** Makes a file's content durable. */
export async function syncFile(file: string): Promise<void> {
  await synced(file, 'r+')
}

/** Makes what was renamed or created in a directory durable. */
export async function syncDirectory(directory: string): Promise<void> {
  await synced(directory, 'r')
}

async function synced(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
