#!/bin/sh
# Stands before a compiler and takes the object from another build of the same sources with the same flags, if it has one.
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
