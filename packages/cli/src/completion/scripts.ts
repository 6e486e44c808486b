/** The shells with a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const

/**
 * A shell function that calls the `app` in `node_modules` of this folder or a folder above, else the `app` in `PATH`.
 */
const ANSWER = `_app_answer() {
  local folder="$PWD"
  while [ -n "$folder" ] && [ ! -x "$folder/node_modules/.bin/app" ]; do folder="\${folder%/*}"; done
  if [ -n "$folder" ]; then
    "$folder/node_modules/.bin/app" __complete -- "$@" 2>/dev/null
  else
    command app __complete -- "$@" 2>/dev/null
  fi
}`

// bash splits a word at "=", "@" and ":", and replaces only the part after the last of these characters. So the part up
// to this character is removed from each completion.
const BASH = `# Completion of app for bash. Write into ~/.bashrc: eval "$(npx app completion bash)"
${ANSWER}
_app_completion() {
  local line current start
  local -a words
  line="\${COMP_LINE:0:COMP_POINT}"
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  current="\${words[\${#words[@]}-1]}"
  start="\${current%"\${current##*[=@:]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    line="\${line#"$start"}"
    [[ "$line" == *= ]] && compopt -o nospace 2>/dev/null
    COMPREPLY+=("$(printf %q "$line" | sed 's/\\\\=/=/g')")
  done < <(_app_answer "\${words[@]:1}")
}
complete -o default -F _app_completion app
`

const ZSH = `# Completion of app for zsh. Write into ~/.zshrc: eval "$(npx app completion zsh)"
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
${ANSWER}
_app() {
  local line
  local -a found open
  while IFS= read -r line; do
    if [[ "\${line%%$'\\t'*}" == *= ]]; then
      open+=("\${line%%$'\\t'*}")
    else
      found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done < <(_app_answer "\${(@Q)words[2,CURRENT]}")
  (( $#open )) && compadd -S '' -- "\${open[@]}"
  (( $#found )) && _describe app found
  (( $#open + $#found )) || _files
}
compdef _app app
`

const FISH = `# Completion of app for fish. Write into ~/.config/fish/config.fish: npx app completion fish | source
function __app_answer
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    set -l folder $PWD
    while test -n "$folder"; and not test -x "$folder/node_modules/.bin/app"
        set folder (string replace -r '/[^/]*$' '' -- $folder)
    end
    if test -n "$folder"
        $folder/node_modules/.bin/app __complete -- $words "$current" 2>/dev/null
    else
        command app __complete -- $words "$current" 2>/dev/null
    end
end
complete -c app -f -a '(__app_answer)'
complete -c app -l app -r -F
`

/** For each shell, the script that makes it complete the words after `app`. */
export const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = { bash: BASH, zsh: ZSH, fish: FISH }
