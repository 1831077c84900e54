/** Loads the library for sending e-mail. The library is loaded at its first use, because few servers need it. */
import nodemailer from 'nodemailer'

export const { createTransport } = nodemailer
