/** The library that sends mail. Few servers need it, so it is imported on demand. */
import nodemailer from 'nodemailer'

export const { createTransport } = nodemailer
