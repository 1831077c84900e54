/** Waits until data is on disk. */
import { open } from 'node:fs/promises'

/** Makes the content of a file durable. */
export async function syncFile(file: string): Promise<void> {
  await synced(file, 'r+')
}

/** Makes renames and new files of a directory durable. */
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
