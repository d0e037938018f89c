# Completes the commands of extension in bash. To load it:
#   source <(extension --generate-completion-script bash)
_extension_complete() {
  local current=${COMP_WORDS[COMP_CWORD]} path=extension descend=1 option= word i
  local -a words=()
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == '=' ]]; then continue; fi
    if [[ -n $option ]]; then option=; continue; fi
    case $word in
      --) return ;;
      --after|--app-group|--at|--at-least|--config|--container|--count|--debounce|--expect-revision|--for|--format|--generate-completion-script|--incarnation|--interval|--kind|--limit|--log-level|--notes|--now|--output|--policy|--prefix|--refresh-after|--report|--revision|--since|--state|--timeout|--trace|--wait|--where) option=$word ;;
      -*) ;;
      *)
        if [[ -z $descend ]]; then continue; fi
        case "$path $word" in
          'extension help') words=(exit-codes) ;;
          'extension timeline') path="$path $word" words=() ;;
          'extension watch') path="$path $word" words=() ;;
          'extension changes') path="$path $word" words=() ;;
          'extension diagnose') path="$path $word" words=() ;;
          'extension preview') path="$path $word" words=() ;;
          'extension snapshot') path="$path $word" words=() ;;
          'extension snapshot list') path="$path $word" words=() ;;
          'extension kinds') path="$path $word" words=() ;;
          'extension path') path="$path $word" words=() ;;
          'extension status') path="$path $word" words=() ;;
          'extension search') path="$path $word" words=() ;;
          'extension document') path="$path $word" words=() ;;
          'extension document list') path="$path $word" words=() ;;
          'extension document show') path="$path $word" words=() ;;
          'extension document history') path="$path $word" words=() ;;
          'extension job') path="$path $word" words=() ;;
          'extension job list') path="$path $word" words=() ;;
          'extension job show') path="$path $word" words=() ;;
          *) descend= ;;
        esac
        ;;
    esac
  done
  # An equals sign is a word of its own.
  if [[ $current == '=' ]]; then current=; fi
  case $option in
    '')
      case $path in
        extension) words+=(timeline watch changes diagnose preview snapshot kinds path status search document job help --config --app-group --container --format --json --timeout --log-level --generate-completion-script --version --help -h) ;;
        'extension timeline') words+=(--now --interval --policy --refresh-after --follow --report --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension watch') words+=(--count --for --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension changes') words+=(--since --incarnation --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension diagnose') words+=(--expect-revision --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension preview') words+=(--at --output --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension snapshot') words+=(list --revision --at-least --wait --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension snapshot list') words+=(--as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension kinds') words+=(--as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension path') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension status') words+=(--show-origin --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension search') words+=(--live --substring --limit --debounce --trace --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension document') words+=(list show history --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension document list') words+=(--prefix --where --after --limit --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension document show') words+=(--as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension document history') words+=(--as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension job') words+=(list show --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension job list') words+=(--state --kind --limit --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'extension job show') words+=(--notes --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
      esac
      ;;
    --format) words=(text json) ;;
    --generate-completion-script) words=(bash) ;;
    --log-level) words=(off error info debug) ;;
    --policy) words=(at-end never) ;;
    --state) words=(pending running cancelling cancelled failed succeeded) ;;
  esac
  for word in "${words[@]}"; do
    # Names of options are only in the way until a dash asks for them.
    if [[ $word == -* && $current != -* ]]; then continue; fi
    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
  done
}
complete -o default -F _extension_complete extension
