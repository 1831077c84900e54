/** Loads the annotator for new posts, according to the settings. */
import { readFileSync } from 'node:fs'
import { type Annotate, annotator, type VocabularyEntry } from './annotate.ts'
import { CATALOGUE } from './annotation-catalogue.ts'
import { alsoRecognising, loadRecogniser } from './named-entities.ts'
import { parseVocabulary } from './vocabulary.ts'

/** The settings that the annotator needs, under their names. */
export interface AnnotatorSettings {
  /** Path of a vocabulary file; empty for no vocabulary. */
  readonly vocabulary: string
  readonly named_entities: string
}

/** The annotator for new posts. @throws an error with advice when the file cannot be read or is not a vocabulary */
export async function loadAnnotator({ vocabulary, named_entities }: AnnotatorSettings): Promise<Annotate> {
  const listed = annotator([...CATALOGUE, ...readVocabulary(vocabulary)])
  return named_entities === 'on' ? alsoRecognising(listed, await loadRecogniser()) : listed
}

/** @throws an error with advice when the file cannot be read or is not a vocabulary */
function readVocabulary(file: string): readonly VocabularyEntry[] {
  if (file === '') return []
  try {
    return parseVocabulary(readFileSync(file, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} cannot be used (${why}); mend it or leave out --vocabulary`, { cause: error })
  }
}
