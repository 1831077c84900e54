/** Removes incomplete files and folders when the process ends. After SIGKILL they remain. */
import { rmSync } from 'node:fs'

const paths = new Set<string>()

/** Registers a path to remove. @returns a function that keeps the path */
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
      // The process is ending, so the error is ignored, and the other paths are removed.
    }
  }
}
