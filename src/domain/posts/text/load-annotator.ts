/** Loads the annotator of new posts that the settings name. */
import { readFileSync } from 'node:fs'
import { type Annotate, annotator, type VocabularyEntry } from './annotate.ts'
import { CATALOGUE } from './annotation-catalogue.ts'
import { alsoRecognising, loadRecogniser } from './named-entities.ts'
import { parseVocabulary } from './vocabulary.ts'

/** The settings with the same names. */
export interface AnnotatorSettings {
  /** A file; empty for none. */
  readonly vocabulary: string
  readonly named_entities: string
}

/** Annotator of new posts. @throws when the file cannot be read or is not a vocabulary, with advice */
export async function loadAnnotator({ vocabulary, named_entities }: AnnotatorSettings): Promise<Annotate> {
  const listed = annotator([...CATALOGUE, ...readVocabulary(vocabulary)])
  return named_entities === 'on' ? alsoRecognising(listed, await loadRecogniser()) : listed
}

/** @throws when the file cannot be read or is not a vocabulary, with advice */
function readVocabulary(file: string): readonly VocabularyEntry[] {
  if (file === '') return []
  try {
    return parseVocabulary(readFileSync(file, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} cannot be used (${why}); mend it or leave out --vocabulary`, { cause: error })
  }
}
