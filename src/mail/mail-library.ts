/** The library that sends e-mail. Few servers need it, so it is loaded when it is first used. */
import nodemailer from 'nodemailer'

export const { createTransport } = nodemailer
