import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { play } from './play.ts'
import { readTranscripts, writeTranscript } from './transcript.ts'

const FILES = globSync('transcripts/*.txt', { cwd: import.meta.dirname }).sort()

/**
 * Defines a test for each file of transcripts. The test sends the requests of the file to `application.js`, which
 * listens on the given port. `vitest -u` records the answers anew.
 */
export function testTranscripts(port: () => number): void {
  test.each(FILES.map((file) => basename(file, '.txt')))(
    'the requests of transcripts/%s.txt are answered byte for byte as recorded',
    async (name) => {
      const file = join(import.meta.dirname, `transcripts/${name}.txt`)
      const transcripts = readTranscripts(file)
      const played = await Promise.all(transcripts.map((transcript) => play(transcript, port())))
      const seen = transcripts.map((transcript, i) => writeTranscript(transcript, played[i] as (typeof played)[number]))
      await expect(seen.join('\n')).toMatchFileSnapshot(file)
    },
  )
}
