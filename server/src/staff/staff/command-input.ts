import { createInterface } from 'node:readline/promises'
import { checkEmail } from '@portico/rules/validation/email'
import { checkName } from '@portico/rules/validation/name'

/** The command cannot be carried out; the message says why, and what to do. */
export class CommandRefused extends Error {}

export interface NewStaffPerson {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

const questions = [
  { name: 'firstName', text: 'First name', check: checkName },
  { name: 'lastName', text: 'Last name', check: checkName },
  {
    name: 'email',
    text: 'E-mail address',
    check: (value: string) => checkEmail(value, { required: true, longTopLevel: true }),
  },
] as const

/** Standard input: a terminal, or anything else that can be read. */
export type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined }

const longestInput = 4_000

/**
 * At a terminal, asks for each value until it is valid; otherwise reads the three lines from standard input, and throws CommandRefused
 * if one is invalid.
 */
export async function readNamed(input: Input, output: NodeJS.WriteStream): Promise<NewStaffPerson> {
  const answers = input.isTTY ? await ask(input, output) : await readLines(input)
  const [firstName = '', lastName = '', email = ''] = answers
  return { firstName, lastName, email }
}

async function ask(input: Input, output: NodeJS.WriteStream): Promise<string[]> {
  const lines = createInterface({ input, output })
  const answers: string[] = []
  try {
    for (const { text, check } of questions) {
      let answer = (await lines.question(`${text}: `)).trim()
      while (check(answer) !== null) answer = (await lines.question(`That does not look right. ${text}: `)).trim()
      answers.push(answer)
    }
    return answers
  } finally {
    lines.close()
  }
}

async function readLines(input: Input): Promise<string[]> {
  let text = ''
  input.setEncoding('utf8')
  for await (const chunk of input) {
    text += chunk
    if (text.length > longestInput) throw new CommandRefused('Too much on standard input: three lines are read.')
  }
  const lines = text.split('\n').map((line) => line.trim())
  const wrong = questions.flatMap(({ text: name, check }, at) => (check(lines[at] ?? '') === null ? [] : [name]))
  if (wrong.length > 0)
    throw new CommandRefused(
      `Standard input must have three lines: first name, last name, e-mail address. Not right: ${wrong.join(', ')}.`,
    )
  return lines
}
