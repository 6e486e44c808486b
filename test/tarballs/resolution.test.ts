import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { expect, inject, test } from 'vitest'

/**
 * The ways of resolving imports in which our packages, which have only ES modules, have to be found: that of node for
 * an ES module, and that of bundlers.
 */
const RESOLUTIONS = ['node16-esm', 'bundler'] as const

test.each(inject('tarballs'))('publint finds no mistake in the tarball of $name', async ({ path }) => {
  const tarball = new Uint8Array(readFileSync(path)).buffer
  expect((await publint({ pack: { tarball } })).messages).toEqual([])
})

test.each(inject('tarballs'))('the types of $name are found by node and by bundlers', async ({ path, manifest }) => {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(path))))
  if (!analysis.types) throw new Error(`${manifest.name} has no types`)
  const elsewhere = ['node10', 'node16-cjs']
  const problems = analysis.problems.filter(
    (problem) => !('resolutionKind' in problem && elsewhere.includes(problem.resolutionKind)),
  )
  expect(problems).toEqual([])
  expect(Object.keys(analysis.entrypoints)).toEqual(Object.keys(manifest.exports))
  for (const { resolutions } of Object.values(analysis.entrypoints))
    for (const kind of RESOLUTIONS) expect(resolutions[kind].resolution?.fileName).toMatch(/\.d\.ts$/)
})
