import { checks, run } from './run.ts'

// The quick loop: everything that needs neither a database nor a browser.
const steps = [...checks, { name: 'unit tests', program: 'vitest', args: ['run', '--project', 'unit'] }]
const failed: string[] = []
for (const { name, program, args } of steps) {
  if ((await run(program, args)) !== 0) failed.push(name)
}
for (const name of failed) console.log(`failed: ${name}`)
process.exit(failed.length === 0 ? 0 : 1)
