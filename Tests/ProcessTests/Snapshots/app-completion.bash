# Completes the commands of app in bash. To load it:
#   source <(app --generate-completion-script bash)
_app_complete() {
  local current=${COMP_WORDS[COMP_CWORD]} path=app descend=1 option= word i
  local -a words=()
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == '=' ]]; then continue; fi
    if [[ -n $option ]]; then option=; continue; fi
    case $word in
      --) return ;;
      --after|--app-group|--bytes|--config|--container|--debounce|--exclude|--format|--generate-completion-script|--group-bytes|--groups|--id-field|--if-epoch|--if-revision|--interrupted|--keep|--keep-evidence|--kind|--limit|--log-level|--name|--notes|--older-than|--on-error|--payload-format|--prefix|--revision|--state|--timeout|--title|--trace|--type|--unset|--where) option=$word ;;
      -*) ;;
      *)
        if [[ -z $descend ]]; then continue; fi
        case "$path $word" in
          'app help') words=(exit-codes) ;;
          'app init') path="$path $word" words=() ;;
          'app count') path="$path $word" words=() ;;
          'app count set') path="$path $word" words=() ;;
          'app count add') path="$path $word" words=() ;;
          'app count define') path="$path $word" words=() ;;
          'app count list') path="$path $word" words=() ;;
          'app count undefine') path="$path $word" words=() ;;
          'app publish') path="$path $word" words=() ;;
          'app apply') path="$path $word" words=() ;;
          'app document') path="$path $word" words=() ;;
          'app document create') path="$path $word" words=() ;;
          'app document edit') path="$path $word" words=() ;;
          'app document load') path="$path $word" words=() ;;
          'app document delete') path="$path $word" words=() ;;
          'app document undo') path="$path $word" words=() ;;
          'app document redo') path="$path $word" words=() ;;
          'app document recover') path="$path $word" words=() ;;
          'app document limits') path="$path $word" words=() ;;
          'app document list') path="$path $word" words=() ;;
          'app document show') path="$path $word" words=() ;;
          'app document history') path="$path $word" words=() ;;
          'app job') path="$path $word" words=() ;;
          'app job run') path="$path $word" words=() ;;
          'app job cancel') path="$path $word" words=() ;;
          'app job resume') path="$path $word" words=() ;;
          'app job retry') path="$path $word" words=() ;;
          'app job recover') path="$path $word" words=() ;;
          'app job undo') path="$path $word" words=() ;;
          'app job watch') path="$path $word" words=() ;;
          'app job wait') path="$path $word" words=() ;;
          'app job prune') path="$path $word" words=() ;;
          'app job list') path="$path $word" words=() ;;
          'app job show') path="$path $word" words=() ;;
          'app check') path="$path $word" words=() ;;
          'app backup') path="$path $word" words=() ;;
          'app restore') path="$path $word" words=() ;;
          'app reset') path="$path $word" words=() ;;
          'app import') path="$path $word" words=() ;;
          'app export') path="$path $word" words=() ;;
          'app snapshot') path="$path $word" words=() ;;
          'app snapshot list') path="$path $word" words=() ;;
          'app kinds') path="$path $word" words=() ;;
          'app path') path="$path $word" words=() ;;
          'app status') path="$path $word" words=() ;;
          'app search') path="$path $word" words=() ;;
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
        app) words+=(init count publish apply document job check backup restore reset import export snapshot kinds path status search help --config --app-group --container --format --json --timeout --log-level --generate-completion-script --version --help -h) ;;
        'app init') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app count') words+=(set add define list undefine --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app count set') words+=(--title --if-revision --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app count add') words+=(--title --if-revision --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app count define') words+=(--where --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app count list') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app count undefine') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app publish') words+=(--type --payload-format --if-revision --replace-type --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app apply') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document') words+=(create edit load delete undo redo recover limits list show history --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document create') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document edit') words+=(--unset --name --if-revision --if-epoch --stream --interrupted --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document load') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document delete') words+=(--yes --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document undo') words+=(--if-revision --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document redo') words+=(--if-revision --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document recover') words+=(--force --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document limits') words+=(--groups --bytes --group-bytes --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document list') words+=(--prefix --where --after --limit --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document show') words+=(--as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app document history') words+=(--as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job') words+=(run cancel resume retry recover undo watch wait prune list show --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job run') words+=(--all --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job cancel') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job resume') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job retry') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job recover') words+=(--force --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job undo') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job watch') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job wait') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job prune') words+=(--older-than --keep --dry-run --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job list') words+=(--state --kind --limit --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app job show') words+=(--notes --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app check') words+=(--full --rebuild-index --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app backup') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app restore') words+=(--yes --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app reset') words+=(--keep-evidence --discard-log --yes --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app import') words+=(--on-error --replace --include-hidden --exclude --id-field --dry-run --enqueue --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app export') words+=(--enqueue --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app snapshot') words+=(list --revision --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app snapshot list') words+=(--as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app kinds') words+=(--as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app path') words+=(--config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app status') words+=(--show-origin --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
        'app search') words+=(--live --substring --limit --debounce --trace --as-is --config --app-group --container --format --json --timeout --log-level --version --help -h) ;;
      esac
      ;;
    --format) words=(text json) ;;
    --generate-completion-script) words=(bash) ;;
    --interrupted) words=(revert keep) ;;
    --log-level) words=(off error info debug) ;;
    --on-error) words=(fail skip) ;;
    --state) words=(pending running cancelling cancelled failed succeeded) ;;
  esac
  for word in "${words[@]}"; do
    # Names of options are only in the way until a dash asks for them.
    if [[ $word == -* && $current != -* ]]; then continue; fi
    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
  done
}
complete -o default -F _app_complete app
