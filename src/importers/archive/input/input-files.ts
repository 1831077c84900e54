/**
 * Keeps open the files of inputs that contain several archives. A tar file is copied to a temporary folder. The
 * archives of an input are imported in sequence, so its files stay open until another input is opened.
 */
import { filesOf } from './archive-contents.ts'
import type { ArchiveFile } from './archive-root.ts'

interface OpenInput {
  readonly files: readonly ArchiveFile[]
  readonly opened: AsyncDisposableStack
  /** Number of stacks that use the files. */
  uses: number
}

export class InputFiles implements AsyncDisposable {
  readonly #inputs = new Map<string, OpenInput>()

  /**
   * The files of an input; they stay open until the returned stack is disposed. Inputs that are not in use are closed
   * first.
   * @throws {FileUnreadable}
   */
  async of(path: string, stack: AsyncDisposableStack): Promise<readonly ArchiveFile[]> {
    await this.#closeIdle(path)
    const input = this.#inputs.get(path) ?? (await opened(path))
    this.#inputs.set(path, input)
    input.uses += 1
    stack.defer(() => {
      input.uses -= 1
    })
    return input.files
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const inputs = [...this.#inputs.values()]
    this.#inputs.clear()
    for (const input of inputs) await input.opened.disposeAsync()
  }

  async #closeIdle(except: string): Promise<void> {
    for (const [path, { uses, opened }] of this.#inputs) {
      if (uses > 0 || path === except) continue
      this.#inputs.delete(path)
      await opened.disposeAsync()
    }
  }
}

async function opened(path: string): Promise<OpenInput> {
  await using stack = new AsyncDisposableStack()
  const files = await filesOf(path, stack)
  return { files, opened: stack.move(), uses: 0 }
}
