/** Loads the library that makes certificates. Few servers need this library, so it is imported on demand. */
// The library needs this polyfill but does not import it itself.
import 'reflect-metadata'

export * from '@peculiar/x509'
