/** Files and folders that are removed when the process ends before they are complete. SIGKILL leaves them. */
import { rmSync } from 'node:fs'

const paths = new Set<string>()

/** @returns a function that releases the path */
export function removeAtExit(path: string): () => void {
  if (paths.size === 0) process.on('exit', removeAll)
  paths.add(path)
  return () => {
    paths.delete(path)
    if (paths.size === 0) process.off('exit', removeAll)
  }
}

function removeAll(): void {
  for (const path of paths) {
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      // The process ends, and the other paths are removed.
    }
  }
}
