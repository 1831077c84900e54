/** Removes incomplete files and folders when the process ends. After SIGKILL, these files and folders remain. */
import { rmSync } from 'node:fs'

const paths = new Set<string>()

/** Registers a path to remove. @returns a function that cancels the removal */
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
      // The process is ending, so the code ignores the error and removes the remaining paths.
    }
  }
}
