#!/bin/sh
# A compiler launcher: copies the object from another build of the same sources with the same flags if that has it.
# Otherwise runs the compiler.
#
#   take_object.sh BUILD COMPILER ARGUMENT...
build=$1
shift
object="" depfile="" before=""
for argument in "$@"; do
    case $before in
        -o) object=$argument ;;
        -MF) depfile=$argument ;;
    esac
    before=$argument
done
[ -f "$build/$object" ] || exec "$@"
cp "$build/$object" "$object" && echo "$object: $build/$object" >"$depfile"
