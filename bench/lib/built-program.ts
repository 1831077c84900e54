/**
 * The program as the package contains it: the bundle, with a folder for Node's compile cache. Benches of the
 * start use it.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../../scripts/bundle.ts'
import { ROOT } from '../../scripts/root.ts'

export class BuiltProgram implements Disposable {
  /** A folder with the files of the installed package. */
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async build(): Promise<BuiltProgram> {
    const folder = mkdtempSync(join(tmpdir(), 'aviary-built-'))
    const program = new BuiltProgram(folder)
    try {
      await bundle(join(folder, 'dist/js'))
      for (const name of ['bin', 'package.json'])
        cpSync(join(ROOT, name), join(folder, name), { recursive: true })
      for (const name of ['node_modules', 'console']) symlinkSync(join(ROOT, name), join(folder, name))
      mkdirSync(join(folder, 'work'))
      return program
    } catch (error) {
      program[Symbol.dispose]()
      throw error
    }
  }

  /** The command `aviary`. */
  get command(): string {
    return join(this.folder, 'bin/aviary.js')
  }

  /** URL of the module `aviary-server/testing`. */
  get testing(): string {
    return pathToFileURL(join(this.folder, 'dist/js/testing.js')).href
  }

  /** A folder for data. */
  get work(): string {
    return join(this.folder, 'work')
  }

  /**
   * All environment variables of the processes that a bench starts. The variables of the bench itself are
   * left out, because they would change settings.
   */
  get environment(): NodeJS.ProcessEnv {
    return { PATH: process.env['PATH'], NODE_COMPILE_CACHE: join(this.folder, 'compiled') }
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
