/** The library that makes certificates. Few servers need it, so it is imported on demand. */
// The library needs this polyfill but does not import it.
import 'reflect-metadata'

export * from '@peculiar/x509'
