/** The library that makes certificates. Few servers need it, so it is imported on demand. */
// It needs this polyfill, and does not load it.
import 'reflect-metadata'

export * from '@peculiar/x509'
